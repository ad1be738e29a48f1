/** Answers whether a server runs and is ready: the other rows take a sixth of a start to load (`npm run bench:start`). */
import { createAttendant } from './attend.ts'
import { health } from './health.ts'
import { ready } from './ready.ts'

export const attend = createAttendant([health, ready])
