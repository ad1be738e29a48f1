/** The form that a refusal has on the wire. */

export interface RefusalForm {
  readonly status: number
  /** The wire code, where there is one. */
  readonly code?: string
  readonly type: string
  readonly title: string
  /** `<name>` stands for a value that comes with the refusal. */
  readonly detail: string
  /** Null: this header of the area is not sent. */
  readonly headers?: Readonly<Record<string, string | readonly string[] | null>>
  /** The kind of body, where it differs from the area's. `oauth`: `error` and `error_description` (RFC 6749). */
  readonly body?: 'empty' | 'gateway' | 'text' | 'string' | 'oauth' | 'problem'
  /** The member `error` of an `oauth` body. */
  readonly error?: string
  /** The members of the problem details, where they differ from the area's. */
  readonly members?: readonly ProblemMember[]
  /** The content type of the problem details, where it differs from the area's. */
  readonly contentType?: string
  /** Set where the framework refuses: the problem has the members of a validation problem. */
  readonly framework?: true
}

export type RefusalValues = Readonly<Record<string, string | number>>

export type ProblemMember = 'type' | 'title' | 'status' | 'detail' | 'code' | 'traceId' | 'errors' | 'statusDescription' | 'instance'
