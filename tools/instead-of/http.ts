/** Replaces Node.js's http module, because its import loads WebSocket and fetch, which takes 50 ms at startup (`npm run bench:start`). */
const http = process.getBuiltinModule('node:http')

export default http
export const { Agent, createServer, IncomingMessage, METHODS, request, ServerResponse, STATUS_CODES } = http
