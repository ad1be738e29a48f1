/** The first page: where Standin is, a token, a call that works, and what is on. */
import { useState } from 'preact/hooks'
import { Copy } from '../../components/copy.tsx'
import { base } from '../../data/place.ts'
import { Errors } from './errors.tsx'
import { FirstCall } from './first-call.tsx'
import { MakeToken } from './make-token.tsx'
import { Newest } from './newest.tsx'
import { Standing } from './standing.tsx'
import './home.css'

export function page() {
  const [token, setToken] = useState<string>()
  return (
    <div class="home">
      <h1>A stand-in for the Notification and File Transfer Service</h1>
      <p class="lead">Send your calls here instead of to the service. Nothing that you do here reaches a person.</p>
      <div class="cards">
        <section class="card">
          <h2>
            <span class="step">1</span> The address
          </h2>
          <p>Set it in your client as the address of the service.</p>
          <p class="code-line">
            <code>{base}</code>
            <Copy text={base} what="the address" />
          </p>
        </section>
        <MakeToken token={token} made={setToken} />
        <FirstCall token={token} />
        <Standing />
      </div>
      <Newest />
      <Errors />
    </div>
  )
}
