/** Misuse: a user asked Standin for something that does not exist. */
import { linesOf, shownLine } from './quoting.ts'

/** How many choices a message lists. */
const mostListed = 10

/** Names the mistake and, if there are any, the valid choices. The CLI exits with 2; a control row answers `status`. */
export class Misuse extends Error {
  readonly choices: readonly string[] | undefined
  readonly status: number
  /** The message, line by line: of a document, each mistake has one. */
  readonly lines: readonly string[]

  /**
   * A message that is a list has one line each; a text is one line, whatever stands in it. `listed` are the choices in the order of the
   * message, which lists ten. Null: the message has them already.
   */
  constructor(
    message: string | readonly string[],
    choices?: readonly string[],
    status = 400,
    listed: readonly string[] | null = choices ?? null,
  ) {
    const lines = linesOf(message)
    if (listed) lines.push(`${lines.pop() ?? ''} Valid: ${shownLine(listText(listed))}.`)
    super(lines.join('\n'))
    this.name = 'Misuse'
    this.lines = lines
    this.choices = choices
    this.status = status
  }
}

/** A file of Standin is damaged. The CLI says so and exits with 1. */
export class Damage extends Error {}

/** How many mistakes of one document a message names. */
export const mostMistakes = 100

/** One misuse that names all mistakes of a document, one in each line. Its choices are the first that a mistake has. */
export function misuseOfAll(mistakes: readonly Misuse[]): Misuse {
  const [only, ...others] = mistakes
  if (only && others.length === 0) return only
  const lines = mistakes.slice(0, mostMistakes).flatMap((each) => each.lines)
  const left = mistakes.length - mostMistakes
  return new Misuse(
    [...lines, ...(left > 0 ? [`There are ${left} more mistakes.`] : [])],
    mistakes.find(({ choices }) => choices)?.choices,
    400,
    null,
  )
}

function listText(choices: readonly string[]): string {
  if (choices.length === 0) return 'none yet'
  const left = choices.length - mostListed
  return choices.slice(0, mostListed).join(', ') + (left > 0 ? `, and ${left} more` : '')
}
