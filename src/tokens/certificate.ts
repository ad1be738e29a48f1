/** Reads a business certificate: whose it is, and when it is valid. Source: authentication §1.1, and RFC 5280. */

export interface Certificate {
  /** As PEM. */
  readonly pem: string
  /** Milliseconds since 1970. */
  readonly notBefore: number
  readonly notAfter: number
  /** Nine digits: the organization that its subject names. */
  readonly orgNo: string | undefined
}

/** An element of DER: its tag, and where its content begins and ends. */
interface Element {
  readonly tag: number
  readonly start: number
  readonly end: number
}

const [sequence, oid, utcTime, version] = [0x30, 0x06, 0x17, 0xa0]

/** `2.5.4.97` (organization identifier) and `2.5.4.5` (serial number). */
const organizationIds = ['550461', '550405']

/** From base64, as in the header `x5c`. Undefined for a text that is not a certificate. */
export function readCertificate(base64: string): Certificate | undefined {
  try {
    const der = Uint8Array.from(atob(base64), (character) => character.charCodeAt(0))
    const [whole] = children(der, { tag: sequence, start: 0, end: der.length })
    const [signed] = whole ? children(der, whole) : []
    if (!signed) return undefined
    const parts = children(der, signed)
    const [, , , validity, subject] = parts[0]?.tag === version ? parts.slice(1) : parts
    if (!validity || !subject) return undefined
    const [notBefore = Number.NaN, notAfter = Number.NaN] = children(der, validity).map((time) => timeOf(time.tag, textOf(der, time)))
    if (Number.isNaN(notBefore) || Number.isNaN(notAfter)) return undefined
    const lines = base64.replace(/.{64}/g, '$&\n')
    return { pem: `-----BEGIN CERTIFICATE-----\n${lines}\n-----END CERTIFICATE-----\n`, notBefore, notAfter, orgNo: orgNoOf(der, subject) }
  } catch {
    return undefined
  }
}

/** The elements within an element. */
function children(der: Uint8Array, { start, end }: Element): Element[] {
  const found: Element[] = []
  for (let at = start; at < end; ) {
    const tag = der[at] ?? 0
    let length = der[at + 1] ?? 0
    let begin = at + 2
    if (length > 0x80) {
      const bytes = length - 0x80
      length = 0
      for (let byte = 0; byte < bytes; byte++) length = length * 256 + (der[begin + byte] ?? 0)
      begin += bytes
    }
    if (begin + length > end) throw new RangeError('The content is cut off.')
    found.push({ tag, start: begin, end: begin + length })
    at = begin + length
  }
  return found
}

const textOf = (der: Uint8Array, { start, end }: Element) => new TextDecoder().decode(der.subarray(start, end))
const hexOf = (der: Uint8Array, { start, end }: Element) =>
  Array.from(der.subarray(start, end), (byte) => byte.toString(16).padStart(2, '0')).join('')

/** A name is a sequence of sets of pairs of an identifier and a text. */
function orgNoOf(der: Uint8Array, subject: Element): string | undefined {
  for (const set of children(der, subject)) {
    for (const pair of children(der, set)) {
      const [name, value] = children(der, pair)
      if (!name || !value || name.tag !== oid || !organizationIds.includes(hexOf(der, name))) continue
      const number = /(?:^|\D)(\d{9})$/.exec(textOf(der, value))?.[1]
      if (number !== undefined) return number
    }
  }
  return undefined
}

/** `YYMMDDHHMMSSZ` until 2049, else `YYYYMMDDHHMMSSZ`. */
function timeOf(tag: number, text: string): number {
  const full = tag === utcTime ? `${Number(text.slice(0, 2)) < 50 ? '20' : '19'}${text}` : text
  const [, year, month, day, hour, minute, second] = /^(\d{4})(\d\d)(\d\d)(\d\d)(\d\d)(\d\d)Z$/.exec(full) ?? []
  return Date.parse(`${year}-${month}-${day}T${hour}:${minute}:${second}Z`)
}
