/** What jsdom under Jest lacks. */
import { webcrypto } from 'node:crypto'
import { clearImmediate, setImmediate } from 'node:timers'

Object.assign(globalThis, { clearImmediate, setImmediate })
Object.defineProperty(globalThis, 'crypto', { value: webcrypto })
