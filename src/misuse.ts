/** Misuse: a user asked Standin for something that does not exist. */

/** Names the mistake and, if there are any, the valid choices. The CLI exits with 2; a control row answers `status`. */
export class Misuse extends Error {
  readonly choices: readonly string[] | undefined
  readonly status: number

  constructor(message: string, choices?: readonly string[], status = 400) {
    super(choices ? `${message} Valid: ${choices.length > 0 ? choices.join(', ') : 'none yet'}.` : message)
    this.name = 'Misuse'
    this.choices = choices
    this.status = status
  }
}
