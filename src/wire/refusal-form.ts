/** The form in which a refusal goes over the wire. */

export interface RefusalForm {
  readonly status: number
  /** The wire code, where there is one. */
  readonly code?: string
  readonly type: string
  readonly title: string
  /** `<name>` is replaced by the value given with the refusal. */
  readonly detail: string
  readonly headers?: Readonly<Record<string, string | readonly string[]>>
  /** How the refusal is written, where that is not the area's own way. */
  readonly body?: 'empty' | 'gateway' | 'text' | 'string'
  /** The members of its problem, and their content type, where those are not the area's own. */
  readonly members?: readonly ProblemMember[]
  readonly contentType?: string
  /** Made by the framework: it has the members of a validation problem. */
  readonly framework?: true
}

export type RefusalValues = Readonly<Record<string, string | number>>

export type ProblemMember = 'type' | 'title' | 'status' | 'detail' | 'code' | 'traceId' | 'errors' | 'statusDescription' | 'instance'
