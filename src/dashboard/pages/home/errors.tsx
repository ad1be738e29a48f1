/** What went wrong most recently, in short. */
import { RecentErrors } from '../../components/recent-errors.tsx'
import { newest, version } from '../../data/journal.ts'
import { hrefOf } from '../../shell/address.ts'

/** Groups that are shown. */
const shown = 5

export function Errors() {
  void version.value
  // A world without calls has no errors.
  if (newest(1).length === 0) return null
  return (
    <section class="recent">
      <h2>
        What went wrong <a href={hrefOf(['calls'], { errors: 'shown' })}>with the traffic</a>
      </h2>
      <RecentErrors most={shown} />
    </section>
  )
}
