/** A failure of something that was asked for correctly: one sentence, and exit code 1. */
export class Failure extends Error {
  constructor(message: string) {
    super(message)
    this.name = 'Failure'
  }
}
