/** Writes text into XML and HTML. */

const names: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }

/** Characters that XML cannot hold become spaces. */
export const escaped = (text: string): string =>
  text.replace(/[&<>"']/g, (sign) => names[sign] ?? sign).replace(/[^\t\n\r\u0020-\ud7ff\ue000-\ufffd]/g, ' ')
