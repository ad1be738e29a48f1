import { ownerOf, owns } from '../../../../src/service/areas/notifications/records.ts'
import { expect, rule } from '../../../support/rule.ts'

const register = { serviceOwner: (code: string) => ({ ttd: '991825827', brg: '974760673' })[code] }
const of = (org?: string, orgNo?: string) => ownerOf(register, { org, orgNo }, 'organization')
const live = (org?: string, orgNo?: string) => ownerOf(register, { org, orgNo }, 'code')

rule('decisions §1 #12', 'a known code counts as its number, an unknown one as itself, and without a code the number counts', () => {
  expect(of('ttd', '991825827')?.owned).toEqual({ creator: 'ttd', creatorOrgNo: '991825827', owner: '991825827' })
  expect(of('brg', '991825827')?.owned).toEqual({ creator: 'brg', creatorOrgNo: '974760673', owner: '974760673' })
  expect(of('skd')?.owned).toEqual({ creator: 'skd', creatorOrgNo: undefined, owner: 'skd' })
  expect(of('skd', '312345676')?.owned).toEqual({ creator: 'skd', creatorOrgNo: '312345676', owner: 'skd' })
  expect(of(undefined, '312345676')?.owned).toEqual({ creator: '312345676', creatorOrgNo: '312345676', owner: '312345676' })
  expect(of()).toBeUndefined()
})

rule('decisions §1 #12', 'live counts the code alone, also for records from before', () => {
  const byCode = of('ttd', '991825827')
  const byNumber = of(undefined, '991825827')
  if (!byCode || !byNumber) throw new Error('They own something.')

  expect(live(undefined, '991825827')).toBeUndefined()
  expect([byCode, byNumber, live('ttd')].map((each) => each && owns(each, byCode.owned))).toEqual([true, true, true])
  expect([byCode, byNumber, live('ttd'), live('991825827'), live('brg')].map((each) => each && owns(each, byNumber.owned))).toEqual([
    true,
    true,
    false,
    false,
    false,
  ])
})
