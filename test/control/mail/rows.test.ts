/** An HTML email as a page. */
import { expect, test } from 'vitest'
import { control } from '../../support/control.ts'
import { placed } from '../../support/orders.ts'
import { movedTime } from '../../support/real-time.ts'
import { base } from '../../support/standin.ts'

async function withMail(body: string, options: Parameters<typeof control>[0] = {}) {
  const here = control(options)
  const emailSettings = { subject: 'Hello', body, contentType: 'Html' }
  await placed(here, { recipientEmail: { emailAddress: 'kari@example.org', emailSettings } })
  await here.simulator.advance({ by: 'PT10M' })
  const openMail = async (): Promise<string> => (await here.ask('control.openMail', { params: { id: '1' } })).body.ticket
  const show = (ticket: string) => here.send(new Request(`${base}/_standin/mail/${ticket}`))
  return { ...here, openMail, show }
}

test("'control.showMail' replies an HTML email as a page that runs and loads nothing, and whose links and frames lead nowhere", async () => {
  const { openMail, show } = await withMail('<A\nHREF\n= "//a.example">a</A><iframe src=//b.example></iframe><Object data=//c.example>')
  const ticket = await openMail()
  const response = await show(ticket)

  expect(ticket).toMatch(/^[\da-f]{32}$/)
  expect(Object.fromEntries(response.headers)).toMatchObject({
    'content-type': 'text/html; charset=utf-8',
    'cache-control': 'no-store',
    'content-security-policy':
      "default-src 'none'; style-src 'unsafe-inline'; img-src data:; base-uri 'none'; form-action 'none'; frame-ancestors 'self'; sandbox",
  })
  expect(await response.text()).toContain('<A\ndata-href\n= "//a.example">a</A><x-iframe src=//b.example></iframe><x-Object data=//c')
})

test('the address of an email works once, within a minute, and only in its world', async () => {
  const { platform, pass } = movedTime()
  const { simulator, openMail, show, send } = await withMail('<p>Hello</p>', { platform })
  const ticket = await openMail()
  simulator.knobs('other')
  const elsewhere = await send(new Request(`${base}/worlds/other/_standin/mail/${ticket}`))
  const statuses = [elsewhere.status, (await show(ticket)).status, (await show(ticket)).status, (await show('guessed')).status]
  const late = await openMail()
  pass(60_000)

  expect(statuses).toEqual([404, 200, 404, 404])
  expect(await (await show(late)).json()).toMatchObject({ detail: expect.stringContaining('has already been used, or has expired') })
})

test('a world remembers the newest hundred addresses', async () => {
  const { openMail, show } = await withMail('<p>Hello</p>')
  const made: string[] = []
  for (let count = 0; count < 101; count++) made.push(await openMail())

  expect([(await show(made[0] ?? '')).status, (await show(made[1] ?? '')).status]).toEqual([404, 200])
})

test('a message that is not an HTML email has no address', async () => {
  const { ask } = await withMail('<p>Hello</p>')

  expect(await ask('control.openMail', { params: { id: '2' } })).toMatchObject({
    status: 404,
    body: { detail: 'HTML email not found: 2.' },
  })
})
