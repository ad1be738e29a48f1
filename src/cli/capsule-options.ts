/** The options that record capsules while a server runs. */
import { everywhere, option, optional, someText, wholeNumber, word } from './option.ts'

export const capsuleOptions = {
  record: optional(
    'Record everything in a capsule: the state at the start, and every call. The bytes of large bodies lie beside it, in <file>.contents',
    someText,
  ),
  capsuleOn: everywhere({
    ...optional('When to store a capsule of what led there: bug, a defect of Standin itself', word({ bug: '' })),
    shown: 'never',
  }),
  capsuleMinutes: everywhere(option('The minutes that such a capsule has at least', wholeNumber(1, 1_440), 10)),
}
