/** The seed data that worlds read, to which areas add their own (areas/fixtures.ts). */
import type { ContactFixtures } from './contact-register.ts'
import type { ClientFixtures } from './registered-client.ts'

/** A caller with limits of its own. Source: decisions §4. */
export interface CallerFixture {
  readonly orgNo?: string | undefined
  readonly clientId?: string | undefined
  readonly limits: Readonly<Record<string, number>>
}

export interface Seed extends ContactFixtures, ClientFixtures {
  readonly callers: readonly CallerFixture[]
}
