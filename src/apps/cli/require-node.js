/** Refuses a Node.js that is too old, before anything is loaded that it could not read. */

// Plain JavaScript without imports, because every Node.js reads it.
const [major, minor] = (globalThis.process?.versions?.node ?? '22.13').split('.').map(Number)
if (major < 22 || (major === 22 && minor < 13)) throw new Error(`standin needs Node.js 22.13 or newer; this is ${process.version}.`)
