/** Which status may follow which. */

export interface Lifecycle<S extends string> {
  readonly moves: Readonly<Record<S, readonly S[]>>
  can(from: S, to: S): boolean
  /** Throws for a move that is not in the table: a defect of Standin. */
  demand(from: S, to: S): void
}

export function defineLifecycle<S extends string>(noun: string, moves: Readonly<Record<S, readonly S[]>>): Lifecycle<S> {
  const can = (from: S, to: S) => moves[from].includes(to)
  return {
    moves,
    can,
    demand(from, to) {
      if (!can(from, to)) throw new Error(`A ${noun} cannot move from ${from} to ${to}.`)
    },
  }
}
