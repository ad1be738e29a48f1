/** `standin gates`. */
import { expect, test } from 'vitest'
import { failure, misuse, serverForFile } from '../../support/command-line.ts'
import { orderTo, toEmail, ttd } from '../../support/orders.ts'

const { inNewWorld } = await serverForFile()
const operation = 'notifications.createOrder'

test('calls are stopped, awaited, released in another order, and let go', async () => {
  const { run, client } = inNewWorld()
  const order = () => client.call(operation, { as: ttd, body: orderTo(toEmail()) })
  const put = await run('gates', 'put', operation)
  expect(put.out).toBe(`OPERATION                  AT           POSITION  CALL\n${operation}  before-work\n`)

  const first = order()
  await run('gates', 'wait', operation)
  const second = order()
  const both = await run('gates', 'wait', operation, '--arrived', '2', '--within', '20s')
  expect(both.out).toMatch(/\n\S+ +before-work +0 +\S+ +POST \/\S*future\/orders\n\S+ +before-work +1 +\S+ +POST \/\S*future\/orders\n$/)
  expect((await run('gates')).out).toBe(both.out)
  expect((await run('gates', 'release', operation, '--order', '1,0')).out).toBe(put.out)
  expect([(await first).status, (await second).status]).toEqual([200, 201])

  const third = order()
  await run('gates', 'wait', operation)
  expect((await run('gates', 'remove', operation)).out).toBe(`Removed the gate at ${operation}, before-work.\n`)
  expect((await third).status).toBe(200)
})

test('a wait in vain is a failure, and a gate that does not stand is misuse', async () => {
  const { run } = inNewWorld()
  await run('gates', 'put', operation, '--at', 'after-work')

  expect(await run('gates', 'wait', operation, '--at', 'after-work', '--within', '10ms')).toMatchObject(
    failure(`After PT0.01S, 0 calls are held at ${operation}, after-work, but 1 were expected. (408 at `),
  )
  expect(await run('gates', 'release', operation)).toMatchObject(
    misuse(`There is no gate at "${operation}", before-work. Valid: ${operation} after-work.`),
  )
  expect(await run('gates', 'put', 'notifications.creatOrder')).toMatchObject(misuse('Did you mean'))
})
