// A figure as a React component, for MDX too: page.mdx beside this file uses it.
//
// The element needs a browser, so it is imported when the component is there, not when the page is made on a server.
import { useEffect, useRef } from 'react';

export function Attention({ onChange, ...attributes }) {
  const figure = useRef(null);
  useEffect(() => { import('att-svm'); }, []);
  useEffect(() => {
    const tell = ({ detail }) => onChange?.(detail);
    figure.current.addEventListener('change', tell);
    return () => figure.current?.removeEventListener('change', tell);
  }, [onChange]);
  return <att-svm ref={figure} {...attributes} />;
}
