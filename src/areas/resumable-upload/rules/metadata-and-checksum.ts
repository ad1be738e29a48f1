/** Reads the header fields of tus that bring metadata and a checksum. Source: file-transfer §8. */
import { type CallHeaders, header } from '../../../wire/http/call.ts'
import { Refusal } from '../../../wire/refusals/refusal.ts'

const pairs =
  'The Upload-Metadata request and response header MUST consist of one or more comma - separated key - value pairs. ' +
  'The key and value MUST be separated by a space.The key MUST NOT contain spaces and commas and MUST NOT be empty. ' +
  'The key SHOULD be ASCII encoded and the value MUST be Base64 encoded. All keys MUST be unique. The value MAY be empty. ' +
  'In these cases, the space, which would normally separate the key and the value, MAY be left out.'

/** The metadata is not used, but it must be readable. */
export function demandReadableMetadata(headers: CallHeaders): void {
  const keys = new Set<string>()
  let rest = header(headers, 'upload-metadata') ?? ''
  while (rest !== '') {
    const comma = rest.indexOf(',')
    const pair = comma < 0 ? rest : rest.slice(0, comma).trimEnd()
    const blank = pair.indexOf(' ')
    const [key, value] = blank < 0 ? [pair, ''] : [pair.slice(0, blank), pair.slice(blank + 1).trimEnd()]
    const problem = value.includes(' ') ? pairs : problemOf(key, value, keys)
    if (problem !== undefined) throw new Refusal('upload-metadata-invalid', { problem })
    keys.add(key)
    rest = comma < 0 ? '' : rest.slice(comma + 1)
  }
}

function problemOf(key: string, value: string, keys: ReadonlySet<string>): string | undefined {
  if (key === '') return 'Key must not be empty'
  if (keys.has(key)) return 'Duplicate keys are not allowed'
  return isBase64(value) ? undefined : `Value for ${key} is not properly encoded using base64`
}

const isBase64 = (text: string) => text.length % 4 === 0 && /^[A-Za-z0-9+/]*={0,2}$/.test(text)

/** Whether a call brings a checksum of its bytes. Refuses one that cannot be read, or that is no MD5. */
export function hasChecksum(headers: CallHeaders): boolean {
  const text = header(headers, 'upload-checksum')
  if (text === undefined) return false
  const blank = text.indexOf(' ')
  const [algorithm, hash] = [text.slice(0, Math.max(blank, 0)).trim(), text.slice(blank + 1).trim()]
  if (algorithm === '' || hash === '' || !isBase64(hash)) throw new Refusal('upload-header-unreadable', { header: 'Upload-Checksum' })
  if (algorithm.toLowerCase() !== 'md5') throw new Refusal('upload-checksum-unsupported')
  return true
}
