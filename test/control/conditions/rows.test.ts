/** The endpoints for conditions, called directly and by an order. */
import { hosted } from '../../support/hosts.ts'
import { placed, statusOf, toEmail } from '../../support/orders.ts'
import { expect, rule } from '../../support/rule.ts'

rule('decisions §12', 'each condition answers as its name says', async ({ ask }) => {
  const said = await Promise.all(['met', 'not-met', 'error'].map((answer) => ask('control.answerCondition', { params: { answer } })))

  expect(said.map(({ status, body }) => [status, body.sendNotification])).toEqual([
    [200, true],
    [200, false],
    [500, undefined],
  ])
  expect((await ask('control.answerCondition', { params: { answer: 'maybe' } })).body.choices).toEqual(['met', 'not-met', 'error', 'slow'])
})

rule('decisions §12', 'the slow condition takes longer than the service waits', async ({ ask, simulator }) => {
  const waits: number[] = []
  simulator.pause = async (milliseconds) => void waits.push(milliseconds)

  expect((await ask('control.answerCondition', { params: { answer: 'slow' } })).body).toEqual({ sendNotification: true })
  expect(waits).toEqual([30_000])
})

for (const [answer, status] of [
  ['met', 'Order_Completed Email_Delivered'],
  ['not-met', 'Order_SendConditionNotMet'],
  ['error', 'Order_Completed Email_Delivered'],
] as const) {
  rule('decisions §12, decisions §15', `an order whose condition is ${answer} ends as ${status}`, async () => {
    const here = await hosted('express')
    const [id] = await placed(here, toEmail(), { conditionEndpoint: `${here.origin}/_standin/conditions/${answer}` })
    await here.simulator.advance({ until: 'settled' })

    expect(await statusOf(here, id)).toBe(status)
  })
}

rule('decisions §15', 'what a server calls at itself has no rights of an administrator', async () => {
  const here = await hosted('express', { adminToken: 'secret' })
  const headers = { 'x-standin-own-call': 'true', authorization: 'Bearer secret' }
  const ask = (path: string, more = {}) => here.send(new Request(`${here.origin}/_standin/${path}`, { method: 'POST', headers: more }))

  expect((await ask('reset')).status).toBe(204)
  expect((await ask('reset', headers)).status).toBe(403)
  expect((await ask('hooks/mine', headers)).status).toBe(200)
  expect(here.simulator.hooks.show('mine').requests.map((each) => Object.keys(each.headers))).not.toContainEqual(
    expect.arrayContaining(['x-standin-own-call']),
  )
})
