/** The module http of Node.js. Importing it also loads WebSocket, and with that fetch: 50 ms of each start (`npm run bench:start`). */
const http = process.getBuiltinModule('node:http')

export default http
export const { Agent, createServer, IncomingMessage, METHODS, request, ServerResponse, STATUS_CODES } = http
