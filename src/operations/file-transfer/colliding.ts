/** How an upload ends that meets others of its file transfer at the same moment. Source: file-transfer §3.1. */
import type { Act } from '../../state/act.ts'
import type { Collision } from '../../state/circumstances.ts'
import { current, type FileTransfer, fileTransferLifecycle } from '../../state/file-transfer/file-transfer.ts'

type Asking = Pick<Act, 'circumstances'>

/** For an upload that comes when another one has ended. `none`: it is refused as usual. */
export function lateCollision(transfer: FileTransfer, arrived: number, act: Asking): Collision {
  const isLate = !fileTransferLifecycle.can(current(transfer).status, 'UploadStarted')
  const apart = isLate ? nearest(arrived, startsOf(transfer)) : undefined
  return apart === undefined ? 'none' : collisionOf(transfer, apart, act)
}

/** For an upload that has begun, when its bytes are stored. The first to end meets none. */
export function collisionAtEnd(transfer: FileTransfer, began: number, act: Asking): Collision {
  const starts = startsOf(transfer)
  const others = starts.toSpliced(starts.indexOf(began), 1)
  return collisionOf(transfer, current(transfer).status === 'UploadStarted' ? undefined : nearest(began, others), act)
}

const collisionOf = ({ id }: FileTransfer, apart: number | undefined, { circumstances }: Asking): Collision =>
  circumstances.collision({ of: 'upload', thing: id, apart })

const startsOf = ({ moves }: FileTransfer): number[] => moves.flatMap(({ status, at }) => (status === 'UploadStarted' ? [at] : []))

/** World milliseconds to the nearest start; undefined: there is none. */
const nearest = (at: number, starts: readonly number[]): number | undefined =>
  starts.length === 0 ? undefined : Math.min(...starts.map((start) => Math.abs(start - at)))
