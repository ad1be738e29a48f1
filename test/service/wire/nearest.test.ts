/** Names that are almost right: what a message proposes. */
import { expect, test } from 'vitest'
import { anyName } from '../../../src/service/wire/misuse.ts'
import { standin } from '../../support/standin.ts'

async function proposals(name: string): Promise<string> {
  const { simulator } = standin()
  await simulator.ready()
  try {
    await simulator.scenarios.use(anyName(name))
    return ''
  } catch (error) {
    return String(error)
  }
}

test('a misspelt name of a scenario proposes the one that was probably meant', async () => {
  expect(await proposals('email-bounce')).toContain('Did you mean email-bounced? Valid: email-bounced, some-emails-bounce, ')
})

test('a name that no scenario has proposes those that share its words first', async () => {
  const said = await proposals('databse-down')

  expect(said).toContain('Valid: outage-database, ')
  expect(said).not.toContain('Did you mean')
})
