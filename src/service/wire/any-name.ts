/** The door for names from outside, of scenarios, operations, jobs and givens. */
import type { z } from 'zod'
import type { anyNameSchema } from './any-name-schema.ts'

/** A name that the types do not know. See {@link anyName}. */
export type AnyName = z.output<typeof anyNameSchema>

/**
 * A name from outside, such as that of a scenario of your own: `simulator.scenarios.use(anyName('my-scenario'))`. The types of Standin know
 * its own names, so a misspelt one does not compile. A name that comes through here is checked when it is used: an unknown one throws
 * `Misuse` with the valid names.
 */
export const anyName = (text: string): AnyName => text as AnyName

declare const fromOutside: unique symbol

/** A document that the types do not know. See {@link anyDocument}. */
export interface AnyDocument {
  readonly [fromOutside]: true
}

/** The same for a scenario from outside: `simulator.scenarios.define(name, anyDocument(json))`. It is checked when it is defined. */
export const anyDocument = (json: unknown): AnyDocument => json as AnyDocument
