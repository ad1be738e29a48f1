/** Answers a page's calls in the page itself, because a service worker would not notice aborted calls. */
import { BatchInterceptor } from '@mswjs/interceptors'
import { FetchInterceptor } from '@mswjs/interceptors/fetch'
import { XMLHttpRequestInterceptor } from '@mswjs/interceptors/XMLHttpRequest'
import { getResponse, RequestHandler } from 'msw'

export type Unanswered = 'bypass' | 'warn' | 'error'

/** Answers `fetch` and `XMLHttpRequest` with the current handlers. Returns a function that stops intercepting them. */
export function interceptPage(handlers: () => readonly unknown[], unanswered: Unanswered): () => void {
  const interceptor = new BatchInterceptor({
    name: 'standin',
    interceptors: [new FetchInterceptor(), new XMLHttpRequestInterceptor()],
  })
  interceptor.on('request', async ({ request, controller }) => {
    const current = handlers().filter((handler) => handler instanceof RequestHandler)
    const response = await getResponse(current, request, { baseUrl: location.href, quiet: true })
    if (response?.headers.get('x-msw-intention') === 'passthrough') return
    if (response) return controller.respondWith(response)
    const isAsset = new URL(request.url).origin === location.origin && request.method === 'GET'
    if (unanswered === 'bypass' || isAsset) return
    const message = `No handler answers ${request.method} ${request.url}.`
    if (unanswered === 'warn') return console.warn(message)
    console.error(message)
    controller.respondWith(Response.error())
  })
  interceptor.apply()
  return () => interceptor.dispose()
}
