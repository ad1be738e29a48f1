/** What lines hide, because their calls name it as a secret. */
import { cut, valueLimit } from '../../wire/excerpt.ts'
import type { CallHeaders } from '../../wire/http/call.ts'
import type { Line } from '../journal-line.ts'
import { type KeptHeaders, keepHeaders } from './kept-headers.ts'
import { type Hide, hiding, secretsIn, secretsInQuery } from './known-secrets.ts'
import type { Secrets } from './secrets.ts'

/** Of a line whose call names no secret. */
export const nothing: Hide = (text) => text

/** `header`: a value as a line keeps it. */
export function createHiddenLines({ mark }: Pick<Secrets, 'mark'>, header: (name: string, text: string) => string) {
  /** By the kept headers of the lines. */
  const hidden = new WeakMap<object, Hide>()
  const hideOf = ({ requestHeaders }: Pick<Line, 'requestHeaders'>): Hide => hidden.get(requestHeaders) ?? nothing
  return {
    hideOf,
    keepRequest(named: CallHeaders): KeptHeaders {
      const kept = keepHeaders(named, header)
      // Only what was marked can be a secret.
      const changed = Object.entries(named).filter(([name, given]) => kept[name] !== given)
      const known = changed.length === 0 ? [] : secretsIn(Object.fromEntries(changed))
      if (known.length === 0) return kept
      const hide = hiding(known, mark)
      const without = keepHeaders(kept, (_, text) => cut(hide(text), valueLimit))
      hidden.set(without, hide)
      return without
    },
    /** From here on, the line hides the secrets of its query, too. */
    hideQuery(line: Line): void {
      const known = secretsInQuery(line.query)
      if (known.length === 0) return
      const [before, more] = [hideOf(line), hiding(known, mark)]
      const hide: Hide = (text, shown) => more(before(text, shown), shown)
      line.requestHeaders = keepHeaders(line.requestHeaders, (_, text) => hide(text))
      hidden.set(line.requestHeaders, hide)
    },
  }
}
