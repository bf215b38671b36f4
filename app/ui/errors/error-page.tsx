/** The only error page: status, message and a link to the home page. */
import { useHost } from '#app/browser/host.ts'
import { Button } from '../kit/button.tsx'
import type { ErrorView } from './error-view.ts'
import { Logo } from '../logo.tsx'

export function ErrorPage({ status, message, reference, stack }: ErrorView) {
  const { admin } = useHost()
  return (
    <main className="error-page">
      {admin ? (
        <>
          <admin.Title title={status === 404 ? 'Page not found' : 'Something went wrong'} />
          <admin.Navigation />
        </>
      ) : (
        <Logo />
      )}
      <p className="error-page__status numbers">{status}</p>
      <h1 className="error-page__message">{message}</h1>
      {reference && (
        <p className="muted">
          Reference for support: <code>{reference}</code>
        </p>
      )}
      <Button url="/" variant="primary" size="large">
        Go back
      </Button>
      {stack && <pre className="error-page__stack">{stack}</pre>}
    </main>
  )
}
