// serve.mjs [FOLDER] [--port N] - a static server for the site, on this machine only, with the right MIME types.
// Tests import `serve`; `base` puts the site under a sub-path, as on a project page.
import { createReadStream, statSync } from 'node:fs';
import { createServer } from 'node:http';
import { extname, join, normalize, sep } from 'node:path';
import { pathToFileURL } from 'node:url';

const TYPES = {
  '.css': 'text/css; charset=utf-8',
  '.csv': 'text/csv; charset=utf-8',
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.json': 'application/json',
  '.mjs': 'text/javascript; charset=utf-8',
  '.png': 'image/png',
  '.svg': 'image/svg+xml',
  '.txt': 'text/plain; charset=utf-8',
  '.wasm': 'application/wasm',
  '.woff2': 'font/woff2',
};

/** The file that answers `pathname`, or null. */
function resolve(root, pathname) {
  let relative;
  try {
    relative = normalize(decodeURIComponent(pathname));
  } catch {
    return null;
  }
  if (relative.includes('\0') || relative.split(sep).includes('..')) return null;
  let file = join(root, relative);
  let stat = statSync(file, { throwIfNoEntry: false });
  if (stat?.isDirectory()) {
    file = join(file, 'index.html');
    stat = statSync(file, { throwIfNoEntry: false });
  }
  return stat?.isFile() ? { file, size: stat.size } : null;
}

/** Starts a server on 127.0.0.1; port 0 takes a free one. Resolves to { url, close }. */
export function serve(root, { port = 0, base = '/' } = {}) {
  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url, 'http://localhost');
    const found = pathname.startsWith(base) ? resolve(root, '/' + pathname.slice(base.length)) : null;
    if (!found) {
      response.writeHead(404, { 'content-type': 'text/plain' }).end('Not found\n');
      return;
    }
    response.writeHead(200, {
      'content-type': TYPES[extname(found.file)] ?? 'application/octet-stream',
      'content-length': found.size,
      'cache-control': 'no-cache',
      'access-control-allow-origin': '*',  // modules in a sandboxed frame come from no origin
    });
    if (request.method === 'HEAD') response.end();
    else createReadStream(found.file).pipe(response);
  });
  return new Promise((done, fail) => {
    server.once('error', fail);
    server.listen(port, '127.0.0.1', () => done({
      url: `http://127.0.0.1:${server.address().port}${base}`,
      close: () => new Promise(closed => {
        server.close(closed);
        server.closeAllConnections();
      }),
    }));
  });
}

/** The wanted port, or the first free one of the twenty after it. */
async function serveNear(root, port) {
  for (let i = 0; ; ++i) {
    try {
      return await serve(root, { port: port + i });
    } catch (error) {
      if (error.code !== 'EADDRINUSE' || i === 20) throw error;
    }
  }
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const args = process.argv.slice(2);
  const at = args.indexOf('--port');
  const port = at < 0 ? 8080 : Number(args.splice(at, 2)[1]);
  if (!Number.isInteger(port) || port < 0 || port > 65535) {
    console.error('serve: --port takes a number from 0 to 65535');
    process.exit(2);
  }
  const { url } = await serveNear(args[0] ?? 'build/web', port);
  console.log(`att-svm is at ${url} (Ctrl-C stops it)`);
}
