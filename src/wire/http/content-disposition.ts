/** Writes the Content-Disposition header of a download, and reads those of the parts of a form. */

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

/** Percent-encoded UTF-8 with the attribute characters of RFC 5987 as they are. Half a surrogate pair becomes the replacement character. */
const percentEncoded = (text: string) =>
  encodeURIComponent(text.toWellFormed())
    .replace(/['()*]/g, (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`)
    .replace(/%(?:2[346B]|5E|60|7C)/g, (code) => attributeCharacters[code] ?? code)

export interface PartName {
  readonly name: string
  /** Undefined for a field: a part without a file name, or with an empty one. */
  readonly fileName: string | undefined
}

const parameter = /;\s*([^\s=;]+)\s*=\s*(?:"((?:[^"\\]|\\.)*)"|([^\s;]*))/g

/** Names may contain any character, as browsers send them. Undefined for a header that is not `form-data`. */
export function readPartName(disposition: string): PartName | undefined {
  if (!/^\s*form-data\s*(?:;|$)/i.test(disposition)) return undefined
  const found = new Map<string, string>()
  for (const [, key = '', quoted, bare = ''] of disposition.matchAll(parameter)) {
    if (!found.has(key.toLowerCase())) found.set(key.toLowerCase(), quoted ?? bare)
  }
  return { name: found.get('name') ?? '', fileName: found.get('filename*') || found.get('filename') || undefined }
}
