/** Looks up a call's file transfer, and checks the caller's rights. Source: file-transfer §1. */
import { invalid, problems } from './problems.ts'
import { organizationOf, resources } from './register.ts'
import type { Steps } from './steps.ts'
import type { Switches } from './switches.ts'
import { callerOf } from './tokens.ts'
import { organizationIn, type Transfer } from './transfer.ts'
import type { Transfers } from './transfers.ts'
import { type Call, canonicalGuid, isGuid, refuse } from './wire.ts'

export type Access = ReturnType<typeof openAccess>

export function openAccess({ transfers, switches, steps }: { transfers: Transfers; switches: Switches; steps: Steps }) {
  /** Returns the caller's organization if it has rights to the resource. Refuses the call if not. */
  function demandRight(call: Call, resourceId: string): string {
    switches.reach('database', 'authorization')
    const orgNo = callerOf(call.claims)
    if (orgNo === undefined || !organizationOf(orgNo) || !resources.some(({ id }) => id === resourceId)) return refuse(problems.noRight())
    return orgNo
  }

  /** Returns the transfer, and the caller's party. `may`: the roles that are allowed to make the call. */
  function demandTransfer(call: Call, ...may: readonly ('sender' | 'recipient')[]): { transfer: Transfer; party: string } {
    const { fileTransferId: text = '' } = call.params
    if (!isGuid(text)) refuse(invalid({ fileTransferId: [`The value '${text}' is not valid.`] }))
    switches.reach('database')
    const transfer = transfers.of(canonicalGuid(text)) ?? refuse(steps.noSuchTransfer())
    const orgNo = demandRight(call, transfer.resourceId)
    const parties = [...(may.includes('sender') ? [transfer.sender] : []), ...(may.includes('recipient') ? transfer.recipients : [])]
    const party = parties.find((one) => organizationIn(one) === orgNo) ?? refuse(problems.noRight())
    return { transfer, party }
  }

  return { demandRight, demandTransfer }
}
