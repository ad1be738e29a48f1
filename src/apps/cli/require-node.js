/** Rejects an outdated Node.js before loading code that it cannot parse. */

// Plain JavaScript without imports, so every version of Node.js can parse it.
const [major, minor] = (globalThis.process?.versions?.node ?? '22.13').split('.').map(Number)
if (major < 22 || (major === 22 && minor < 13)) throw new Error(`standin needs Node.js 22.13 or newer; this is ${process.version}.`)
