/** Creates this implementation's ids: version 7 GUIDs, which start with the time of creation. */
import { randomBytes } from 'node:crypto'
import { canonicalGuid } from './wire.ts'

export function newId(): string {
  const bytes = randomBytes(16)
  bytes.writeUIntBE(Date.now(), 0, 6)
  bytes.writeUInt8(0x70 | (bytes.readUInt8(6) & 0x0f), 6)
  bytes.writeUInt8(0x80 | (bytes.readUInt8(8) & 0x3f), 8)
  return canonicalGuid(bytes.toString('hex'))
}
