/** What did not work, though it was asked for rightly: told in a sentence, with exit code 1. */
export class Failure extends Error {
  /** Whether nobody answered at all. */
  readonly unanswered: boolean

  constructor(message: string, unanswered = false) {
    super(message)
    this.name = 'Failure'
    this.unanswered = unanswered
  }
}
