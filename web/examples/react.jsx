// A figure as a React component (18 or 19), for MDX too: page.mdx beside this file uses it.
//
//   <Attention scene="local" iteration={100} playing={playing} onChange={({ iteration }) => show(iteration)} />
//
// The element needs a browser, so it is imported when the component is there, not when the page is made on a server.
import { useEffect, useRef } from 'react';

export function Attention({ experiment, playing, onChange, ...attributes }) {
  const figure = useRef(null);
  useEffect(() => { import('att-svm'); }, []);
  useEffect(() => {
    const { current } = figure;
    const tell = ({ detail }) => onChange?.(detail);
    current.addEventListener('change', tell);
    return () => current.removeEventListener('change', tell);
  }, [onChange]);
  return <att-svm ref={figure} experiment={experiment && JSON.stringify(experiment)} playing={playing ? '' : undefined} {...attributes} />;
}
