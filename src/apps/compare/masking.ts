/** Hides values of people and secrets in what a report shows. */

/** Members that contain the text of a message. */
const texts = /(?:^|\.)(?:subject|body|emailBody|smsBody|message|content|sendingText)$/i
const secret = /eyJ[\w-]+\.[\w-]*(?:\.[\w-]*)?/g
const secretPair = /((?:token|key|secret|password|assertion|sig|signature|code)=)[^&\s"]+/gi
const person = [
  [/[\w.+-]+@[\w-]+(?:\.[\w-]+)*/g, '<email>'],
  [/(?<![\w.-])(?:\+|00)\d{6,15}(?!\d)/g, '<phone>'],
  [/%2B\d{6,15}(?!\d)/gi, '<phone>'],
  [/(?<![\w-])\d{11}(?![\w-])/g, '<identity number>'],
  [/(?<![\w.:-])[2-9]\d{7}(?![\w.-])/g, '<phone>'],
] as const

/** The most characters of a value. */
const most = 200

/** A value as a report shows it: never a token, and nothing of a person unless `showValues`. */
export function masked(where: string, value: unknown, showValues: boolean): unknown {
  if (value === null || typeof value === 'boolean') return value
  if (typeof value === 'number') return showValues || String(value).length < 8 ? value : '<number>'
  const text = typeof value === 'string' ? value : JSON.stringify(value)
  // A list or an object may contain any of them.
  if (!showValues && typeof value === 'string' && texts.test(where)) return `<text of ${value.length} characters>`
  const open = text.replace(secret, '<token>').replace(secretPair, '$1<secret>')
  const told = showValues
    ? open
    : person.reduce((left, [pattern, name]) => left.replace(pattern, name), typeof value === 'string' ? open : withoutTexts(open))
  return told.length > most ? `${told.slice(0, most)}…` : told
}

const withoutTexts = (json: string) =>
  json.replace(/("(?:subject|body|emailBody|smsBody|message|content)":)"(?:[^"\\]|\\.)*"/gi, '$1"<text>"')
