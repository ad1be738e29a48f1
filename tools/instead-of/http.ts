/** Replaces Node.js's http module, because importing it loads WebSocket and fetch: 50 ms of each start (`npm run bench:start`). */
const http = process.getBuiltinModule('node:http')

export default http
export const { Agent, createServer, IncomingMessage, METHODS, request, ServerResponse, STATUS_CODES } = http
