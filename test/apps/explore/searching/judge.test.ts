/** What a run is blamed for. */
import { expect, test } from 'vitest'
import { fault } from '../../../../src/apps/explore/searching/fault.ts'
import { problemsOf } from '../../../../src/apps/explore/searching/judge.ts'
import { imageOf, type Ran } from '../../../../src/apps/explore/searching/run.ts'
import { pointAt } from '../../../../src/apps/explore/searching/schedule.ts'
import type { Step } from '../../../../src/apps/explore/searching/trace.ts'
import { standin } from '../../../support/standin.ts'

const upload: Step = {
  id: '1',
  target: 'fileTransfer.upload',
  isCall: true,
  nth: 1,
  status: 403,
  code: null,
  cut: false,
  commits: 0,
  sent: 0,
  received: 0,
  isJson: false,
  applied: [0],
  replyBody: null,
  isWhole: true,
  outcome: null,
}

/** The problems of a run whose upload met a fault, and in which an event found the endpoint closed. */
function problemsAfter(demand: 'survive' | 'end', code: number, name = 'a-fault') {
  const { simulator } = standin()
  const image = imageOf(simulator)
  const ran: Ran = { code: 0, world: 'clean', trace: [], calls: [], verdicts: [], broken: [], image, ms: 1 }
  const broken = [{ key: 'verdict webhook-answers', sentence: 'The endpoint answers.', demanded: 'always' as const }]
  const schedule = [{ point: pointAt(upload, fault(name, demand, [1, 1], {}, '{}')), times: 1 }]
  const clean = { ran, unstableColumns: new Set<string>(), time: 1 }
  return problemsOf({ ...ran, code, trace: [upload], broken }, clean, schedule, new Map())
}

test('a client that may give up closes its endpoint, also while an event is on its way', () => {
  expect(problemsAfter('end', 1)).toEqual([])
})

test('a client that goes on, or must not give up, answers its events', () => {
  expect(problemsAfter('end', 0).map(({ key }) => key)).toEqual(['verdict webhook-answers'])
  expect(problemsAfter('survive', 1).map(({ key }) => key)).toEqual(['verdict webhook-answers', 'exit'])
})

test('a client that fails where a reply has additions does not tolerate them', () => {
  const problems = problemsAfter('survive', 1, 'grease')

  expect(problems).toContainEqual({ key: 'additions', sentence: 'does not tolerate additions: it gives up with exit code 1' })
})

/** The problems of a client that reads the feed: without the fault one status, under it another. */
function problemsOfReader(read: string, isWhole = true) {
  const { simulator } = standin()
  const image = imageOf(simulator)
  const feed = (status: string) => {
    const text = JSON.stringify([{ recipients: [{ destination: 'status', status }] }])
    return {
      ...upload,
      target: 'notifications.readFeed',
      status: 200,
      isJson: true,
      replyBody: isWhole ? text : text.slice(0, -2),
      isWhole,
    }
  }
  const ran: Ran = { code: 0, world: 'clean', trace: [feed('Email_Delivered')], calls: [], verdicts: [], broken: [], image, ms: 1 }
  const ends = { ...fault('ends Email_Failed', 'notice', [4, 1], {}, '{}'), ends: 'Email_Failed' }
  const schedule = [{ point: pointAt(upload, ends), times: 1 }]
  return problemsOf({ ...ran, trace: [feed(read)] }, { ran, unstableColumns: new Set<string>(), time: 1 }, schedule, new Map())
}

test('a client that reads that its message failed does something about it', () => {
  expect(problemsOfReader('Email_Failed').map(({ key }) => key)).toEqual(['ignored'])
  expect(problemsOfReader('Email_Failed', false).map(({ key }) => key)).toEqual(['ignored'])
  expect(problemsOfReader('Email_Failed_Bounced')).toEqual([])
})
