/** Misuse: a user asked Standin for something that does not exist. */

/** How many choices a message lists. */
const mostListed = 10

/** Names the mistake and, if there are any, the valid choices. The CLI exits with 2; a control row answers `status`. */
export class Misuse extends Error {
  readonly choices: readonly string[] | undefined
  readonly status: number

  /** `listed` are the choices in the order of the message, which lists ten. */
  constructor(message: string, choices?: readonly string[], status = 400, listed = choices) {
    super(listed ? `${message} Valid: ${listText(listed)}.` : message)
    this.name = 'Misuse'
    this.choices = choices
    this.status = status
  }
}

function listText(choices: readonly string[]): string {
  if (choices.length === 0) return 'none yet'
  const left = choices.length - mostListed
  return choices.slice(0, mostListed).join(', ') + (left > 0 ? `, and ${left} more` : '')
}
