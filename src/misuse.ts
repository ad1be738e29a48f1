/** Misuse: a user asked Standin for something that does not exist. */

/** How many choices a message lists. */
const mostListed = 10

/** Names the mistake and, if there are any, the valid choices. The CLI exits with 2; a control row answers `status`. */
export class Misuse extends Error {
  readonly choices: readonly string[] | undefined
  readonly status: number

  /** `listed` are the choices in the order of the message, which lists ten. Null: the message has them already. */
  constructor(message: string, choices?: readonly string[], status = 400, listed: readonly string[] | null = choices ?? null) {
    super(listed ? `${message} Valid: ${listText(listed)}.` : message)
    this.name = 'Misuse'
    this.choices = choices
    this.status = status
  }
}

/** How many mistakes of one document a message names. */
export const mostMistakes = 100

/** One misuse that names all mistakes of a document, one in each line. Its choices are the first that a mistake has. */
export function misuseOfAll(mistakes: readonly Misuse[]): Misuse {
  const [only, ...others] = mistakes
  if (only && others.length === 0) return only
  const lines = mistakes.slice(0, mostMistakes).map(({ message }) => message)
  const left = mistakes.length - lines.length
  const text = [...lines, ...(left > 0 ? [`There are ${left} more mistakes.`] : [])].join('\n')
  return new Misuse(text, mistakes.find(({ choices }) => choices)?.choices, 400, null)
}

function listText(choices: readonly string[]): string {
  if (choices.length === 0) return 'none yet'
  const left = choices.length - mostListed
  return choices.slice(0, mostListed).join(', ') + (left > 0 ? `, and ${left} more` : '')
}
