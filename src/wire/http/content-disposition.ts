/** Content-Disposition: how a download names its file, and how a part of a form names itself. */

const token = /^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/
const attributeCharacters: Readonly<Record<string, string>> = {
  '%23': '#',
  '%24': '$',
  '%26': '&',
  '%2B': '+',
  '%5E': '^',
  '%60': '`',
  '%7C': '|',
}

/** `attachment; filename=report.xml; filename*=UTF-8''report.xml`. Source: file-transfer §6.1. */
export function attachment(fileName: string): string {
  const plain = fileName.replace(/[^ -~]/g, '_')
  const shown = token.test(plain) ? plain : `"${plain.replace(/["\\]/g, '\\$&')}"`
  return `attachment; filename=${shown}; filename*=UTF-8''${percentEncoded(fileName)}`
}

/** Percent-encoded UTF-8, but for the attribute characters of RFC 5987. Half a surrogate pair becomes the replacement character. */
const percentEncoded = (text: string) =>
  encodeURIComponent(text.toWellFormed())
    .replace(/['()*]/g, (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`)
    .replace(/%(?:2[346B]|5E|60|7C)/g, (code) => attributeCharacters[code] ?? code)

export interface PartName {
  readonly name: string
  /** Undefined where there is none, or an empty one: then the part is a field. */
  readonly fileName: string | undefined
}

const parameter = /;\s*([^\s=;]+)\s*=\s*(?:"((?:[^"\\]|\\.)*)"|([^\s;]*))/g

/** Names may hold any character, as browsers send them. Undefined when the part belongs to no form. */
export function readPartName(disposition: string): PartName | undefined {
  if (!/^\s*form-data\s*(?:;|$)/i.test(disposition)) return undefined
  const found = new Map<string, string>()
  for (const [, key = '', quoted, bare = ''] of disposition.matchAll(parameter)) {
    if (!found.has(key.toLowerCase())) found.set(key.toLowerCase(), quoted ?? bare)
  }
  return { name: found.get('name') ?? '', fileName: found.get('filename*') || found.get('filename') || undefined }
}
