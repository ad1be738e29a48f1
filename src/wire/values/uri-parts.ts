/** The parts of an address as the class Uri of .NET reads and shows them. Source: notifications §4.6. */
import { decodeStray } from '../json/bytes.ts'

/** What stays percent-encoded: control characters, and what has a meaning in addresses. */
const staysEncoded = /[\p{Cc};/?:@&=+$,#[\]!'()*%\\]/u
/** ASCII, and the other characters that RFC 3987 allows. */
const international =
  /^[\0-\x7F\u{A0}-\u{D7FF}\u{E000}-\u{FDCF}\u{FDF0}-\u{FFEF}\u{10000}-\u{1FFFD}\u{20000}-\u{2FFFD}\u{30000}-\u{3FFFD}\u{40000}-\u{DFFFD}\u{E1000}-\u{EFFFD}\u{F0000}-\u{FFFFD}\u{100000}-\u{10FFFD}]*$/u
const privateUse = /[\u{E000}-\u{F8FF}\u{F0000}-\u{10FFFF}]/u

/** A part of an address as its text shows it: percent-encoded characters are decoded, where they are not left for safety. */
export function shown(part: string): string {
  const isQuery = part.startsWith('?')
  const inRange = (sign: string) => international.test(sign) && (isQuery || !privateUse.test(sign))
  const decodeRun = (run: string) => {
    const bytes = Uint8Array.from(run.slice(1).split('%'), (hex) => Number.parseInt(hex, 16))
    return Array.from(decodeStray(bytes), (sign) => (inRange(sign) ? sign : encoded(sign))).join('')
  }
  const decodeOne = (written: string) => {
    const sign = String.fromCharCode(Number.parseInt(written.slice(1), 16))
    return staysEncoded.test(sign) ? written : sign
  }
  return part.replace(/(?:%[89A-F][\dA-F])+|%[0-7][\dA-F]|%|[^\0-\x7F]/giu, (found) => {
    if (found === '%') return '%25'
    if (!found.startsWith('%')) return inRange(found) ? found : encoded(found)
    return /^%[0-7]/.test(found) ? decodeOne(found) : decodeRun(found)
  })
}

/** Half a surrogate stands for a byte that does not belong to a character. */
const encoded = (sign: string) => (sign.isWellFormed() ? encodeURIComponent(sign) : `%${(sign.charCodeAt(0) - 0xdc00).toString(16)}`)

/** Whether nothing in a part has to be percent-encoded. Characters beyond ASCII may stand as they are, where nothing is percent-encoded. */
export function isCanonical(part: string): boolean {
  if (!/[^\0-\x7F]/.test(part)) return !/[\0-\x20"#<>[\\\]^`{|}\x7F]|%(?![\da-f]{2})/i.test(part)
  return !/[\0-\x20"%<>[\\\]^`\x7F]/.test(part) && international.test(part)
}

/** Whether a text is the name or number of a host. */
export function isHost(text: string): boolean {
  if (text.startsWith('[')) return URL.canParse(`http://${text.replace(/%[^\]]*/, '')}`)
  return isDomain(text) || isNetworkName(text)
}

/** Letters of all scripts are letters in a label. */
function isDomain(text: string): boolean {
  const labels = text.split(/[.\u3002\uFF0E\uFF61]/)
  if (labels.length > 1 && labels.at(-1) === '') labels.pop()
  return labels.every((label) => /^[A-Za-z\d\u00A0-\uFFFF][A-Za-z\d_\u00A0-\uFFFF-]*$/.test(label) && octets(label) <= 63)
}

function octets(label: string): number {
  const beyond = label.match(/[\u0100-\uFFFF]/g)?.length ?? 0
  return label.length + beyond + (/[\u00A0-\uFFFF]/.test(label) ? 4 : 0)
}

/** The name of a Windows network may begin with a hyphen or an underscore. */
function isNetworkName(text: string): boolean {
  const [first = '', ...others] = (text.endsWith('.') ? text.slice(0, -1) : text).split('.')
  return (
    text.length <= 256 &&
    /^[\p{L}\d_-]+$/u.test(first) &&
    /\D/.test(first) &&
    others.every((label) => /^[\p{L}\d][\p{L}\d_-]*$/u.test(label))
  )
}
