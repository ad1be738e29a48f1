/** Adds the globals that jsdom lacks under Jest. */
import { webcrypto } from 'node:crypto'
import { clearImmediate, setImmediate } from 'node:timers'

Object.assign(globalThis, { clearImmediate, setImmediate })
Object.defineProperty(globalThis, 'crypto', { value: webcrypto })
