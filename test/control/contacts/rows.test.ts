/** The contact register over HTTP. */
import { refusal } from '../../support/control.ts'
import { orderTo, toPerson } from '../../support/orders.ts'
import { expect, rule, test } from '../../support/rule.ts'

/** No fixture has it. */
const number = '17858296439'

rule('decisions §12', 'the register is listed', async ({ ask, simulator }) => {
  const { contacts, total } = (await ask('control.listContacts')).body

  expect(total).toBe(simulator.contacts.list().total)
  expect(contacts).toHaveLength(total)
})

test('the register lists people, organizations or external identities alone', async ({ ask }) => {
  const numbersOf = async (kind?: 'person' | 'organization' | 'external') => {
    const { body } = await ask('control.listContacts', { query: { ...(kind && { kind }), limit: '1000' } })
    return (body.contacts as readonly { readonly number: string }[]).map((each) => each.number)
  }
  const [people, organizations, others] = [await numbersOf('person'), await numbersOf('organization'), await numbersOf('external')]

  expect(people.every((each) => /^\d{11}$/.test(each))).toBe(true)
  expect(organizations).toContain('991825827')
  expect(organizations.every((each) => /^\d{9}$/.test(each))).toBe(true)
  expect([...people, ...organizations, ...others].sort()).toEqual((await numbersOf()).sort())
})

test('the register lists the contacts with some numbers, and a service owner also by its code', async ({ ask }) => {
  const { body } = await ask('control.listContacts', { query: { numbers: 'ttd,12838590150,no-such' } })

  expect((body.contacts as readonly { readonly number: string }[]).map((each) => each.number).sort()).toEqual(['12838590150', '991825827'])
})

rule('decisions §7', 'an order finds contacts that a user added', async ({ ask, client }) => {
  const order = (idempotencyId: string) =>
    client.call('notifications.createOrder', { body: orderTo(toPerson(number, 'Email'), { idempotencyId }) })
  const before = await order('before')
  const added = await ask('control.putContact', { params: { number }, body: { number, name: 'Kari', email: 'kari@example.org' } })
  const after = await order('after')

  expect(before.status).toBe(422)
  expect(added).toMatchObject({ status: 201, body: { number, name: 'Kari', email: 'kari@example.org' } })
  expect(after.status).toBe(201)
})

test('a contact is replaced, and the number in the path is enough', async ({ ask }) => {
  await ask('control.putContact', { params: { number }, body: { email: 'kari@example.org' } })
  const replaced = await ask('control.putContact', { params: { number }, body: { mobile: '+4799999999', reserved: true } })

  expect(replaced).toMatchObject({ status: 200, body: { number, mobile: '+4799999999', reserved: true } })
  expect((await ask('control.showContact', { params: { number } })).body).toEqual(replaced.body)
})

test('an external identity is named by its URN', async ({ ask }) => {
  const params = { number: 'urn:altinn:person:idporten-email:kari@example.org' }
  expect((await ask('control.putContact', { params, body: { email: 'kari@example.org' } })).status).toBe(201)
  expect((await ask('control.showContact', { params })).status).toBe(200)
})

rule('decisions §12', 'a removed contact is not found', async ({ ask, simulator }) => {
  const known = { number: simulator.contacts.list().contacts[0]?.number ?? '' }

  expect((await ask('control.removeContact', { params: known })).status).toBe(204)
  expect((await ask('control.removeContact', { params: known })).status).toBe(404)
  expect(await ask('control.showContact', { params: known })).toMatchObject({ status: 404, body: { title: 'Not Found' } })
})

test.for([
  [
    number,
    { emial: 'kari@example.org' },
    'body: unknown member "emial". Did you mean email? Valid: email, number, name, condition, verified',
  ],
  [number, { reserved: 'yes' }, 'body.reserved: "yes"'],
  [number, { updated: 'long ago' }, 'body.updated: "long ago": A date or a timestamp in ISO 8601 is expected.'],
  [number, { number: '12838590150' }, 'body.number differs from the number in the path.'],
  [number, { number: 12838590150 }, 'body.number: 12838590150 is not a string.'],
  [
    '310000005',
    { email: 'post@example.org' },
    'body: unknown member "email". Did you mean emails? Valid: emails, number, name, condition, verified, mobiles, users, serviceOwner.',
  ],
  ['310000005', { emails: ['post@example.org', 7], mobiles: [] }, 'body.emails[1]: 7'],
  ['1234', {}, 'path.number: "1234" is not a valid contact number. Valid: 11 digits for a person'],
  ['constructor', {}, 'is not a valid contact number'],
] as const)('putting %s as %j is refused', async ([given, body, detail], { ask, simulator }) => {
  const before = simulator.world.contacts.list()
  expect(await ask('control.putContact', { params: { number: given }, body })).toMatchObject(refusal(400, detail))
  expect(simulator.world.contacts.list()).toEqual(before)
})
