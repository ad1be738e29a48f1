/** Tests a consumer with a single interaction, and writes the interaction into the consumer's contract. */
import { join } from 'node:path'
import { Matchers, Pact } from '@pact-foundation/pact'
import type { Service } from './asking.ts'

export const provider = 'notification-and-file-transfer-service'
/** The folder with the contracts. It must not contain other JSON files, because some tools publish or verify a whole folder. */
const pacts = join(import.meta.dirname, '..')

type Params = Parameters<ReturnType<Pact['addInteraction']>['given']>[1]
/** A provider state: its name, optionally with parameters. */
export type State = string | readonly [sentence: string, params: Params]
export const sentenceOf = (state: State): string => (typeof state === 'string' ? state : state[0])
type Matcher = ReturnType<typeof Matchers.like<string>>
type Headers = Readonly<Record<string, string | Matcher>>

export interface Asked {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  /** A placeholder such as `{fileTransferId}` is replaced with the provider state's value. */
  readonly path: string
  readonly query?: Readonly<Record<string, string>>
  readonly headers?: Headers
  readonly json?: unknown
  readonly bytes?: Uint8Array
  readonly form?: readonly FormPart[]
}

export interface FormPart {
  readonly name: string
  readonly text: string
  /** Set if the part is a file. */
  readonly fileName?: string
}

export interface Answered {
  /** Any one of several statuses is accepted; the first is the example. */
  readonly status: number | readonly number[]
  readonly headers?: Headers
  readonly json?: unknown
  /** A binary body, which is compared byte by byte. */
  readonly bytes?: Uint8Array
}

export interface Agreement {
  readonly given?: readonly State[]
  readonly receiving: string
  readonly request: Asked
  readonly response: Answered
  /** Default: `{token}`, the provider state's token. `null` for no token. */
  readonly token?: string | null
}

export type Agree<Client> = <T>(agreement: Agreement, act: (client: Client) => Promise<T>) => Promise<T>

/** Examples in the contract for values from provider states. */
const examples = {
  token: 'a-token',
  notificationOrderId: '4f2b8e1c-5d0a-4a57-9c36-7e1f0b9d2a63',
  idempotencyId: 'case-7741',
  shipmentId: '0f9c2c4e-7a31-4c0e-9d0b-6a8f0c9f1e52',
  fileTransferId: '9a1d7b60-3c52-4e8f-8b1e-2d4c6f8a0b13',
  nationalIdentityNumber: '12838590150',
  orgNumber: '375969076',
  subscriptionId: '1234',
} as const

const place = /\{(\w+)\}/g
export const example = (name: keyof typeof examples): string => examples[name]
export const filled = (text: string) => text.replace(place, (_, name: keyof typeof examples) => example(name))

/** Fills placeholders, as in `Bearer {token}`, with the provider state's values. A string without placeholders is returned unchanged. */
export const injected = (text: string) =>
  filled(text) === text
    ? text
    : Matchers.fromProviderState(
        text.replace(place, (named) => `$${named}`),
        filled(text),
      )

const agreed = new Set<string>()

/**
 * Throws for a duplicate, because Pact drops one of two interactions with the same description and states, even if the states have
 * different parameters.
 */
export function refuseDuplicate(consumer: string, { given = [], receiving }: Pick<Agreement, 'given' | 'receiving'>): void {
  const name = [consumer, receiving, ...given.map(sentenceOf)].join(', ')
  if (agreed.has(name)) throw new Error(`Two interactions have the name ${name}.`)
  agreed.add(name)
}

export type Dialect = 'spec' | 'live'

/** Creates a contract for a single interaction, which Pact merges into the consumer's file. Each dialect has its own folder. */
export const contractOf = (consumer: string, dialect?: Dialect) =>
  new Pact({ consumer, provider, dir: dialect ? join(pacts, dialect) : pacts, logLevel: 'error' })

/** Returns a function that tests a consumer's client with one interaction, against Pact's mock server. */
export function createAgreeing<Client>(consumer: string, createClient: (service: Service) => Client, dialect?: Dialect): Agree<Client> {
  return async (agreement, act) => {
    refuseDuplicate(consumer, agreement)
    const { given = [], receiving, request, response, token = '{token}' } = agreement
    const interaction = contractOf(consumer, dialect).addInteraction()
    for (const state of given) interaction.given(sentenceOf(state), typeof state === 'string' ? undefined : state[1])
    // Brokers do not store folders, so the verifier reads the dialect from this comment.
    if (dialect) interaction.comment({ key: 'dialect', value: dialect })
    const asked = interaction
      .uponReceiving(receiving)
      .withRequest(request.method, injected(request.path), (builder) => {
        const { query, headers, json, bytes, form } = request
        builder.query({ ...query }).headers({ ...(token !== null && { Authorization: injected(`Bearer ${token}`) }), ...headers })
        if (json !== undefined) builder.jsonBody(json)
        if (bytes) builder.body('application/octet-stream', Buffer.from(bytes))
        if (form) builder.headers(formType).body(`multipart/form-data; boundary=${boundary}`, written(form)).matchingRules(rulesOf(form))
      })
      .willRespondWith(statusOf(response), (builder) => {
        builder.headers({ ...response.headers })
        if (response.json !== undefined) builder.jsonBody(response.json)
        if (response.bytes) builder.body('application/octet-stream', Buffer.from(response.bytes)).matchingRules(exactly)
      })
    const result = await asked.executeTest(async ({ url }) => ({
      of: await act(createClient({ base: url, token: token === null ? undefined : filled(token) })),
    }))
    if (!result) throw new Error('Pact did not run the test.')
    return result.of
  }
}

function statusOf({ status }: Answered) {
  if (typeof status === 'number') return status
  return Matchers.matchStatus(status[0] ?? 0, [...status])
}

/** Without this rule, Pact would compare only the content type. */
const exactly = { body: { path: '$', rules: [Matchers.equal('these bytes')] } }

const boundary = 'the-boundary-of-the-parts'
const formType = { 'Content-Type': Matchers.regex('multipart/form-data; ?boundary=.+', `multipart/form-data; boundary=${boundary}`) }

function written(form: readonly FormPart[]): Buffer {
  const parts = form.map(({ name, text, fileName }) => {
    const file = fileName === undefined ? '' : `; filename="${fileName}"\r\nContent-Type: text/plain`
    return `--${boundary}\r\nContent-Disposition: form-data; name="${name}"${file}\r\n\r\n${text}\r\n`
  })
  return Buffer.from(`${parts.join('')}--${boundary}--\r\n`)
}

/** Without these rules, Pact would expect every part to have the form's content type. */
const rulesOf = (form: readonly FormPart[]) => ({
  body: form.map(({ name }) => ({ path: `$['${name}']`, rules: [Matchers.contentType('text/plain')] })),
})
