/** A link to a file of ours. */
import type { MouseEvent, ReactNode } from 'react'
import { useHost } from '#app/browser/host.ts'
import { messageOfFault } from '#app/browser/network-faults.ts'
import { errorCatalog } from '#app/lib/errors.ts'

type DownloadLinkProps = {
  to: string
  /** Accessible name, if the text says too little. */
  label?: string
  children: ReactNode
}

/** In a frame a link has no token, so the page fetches the file there. */
export function DownloadLink({ to, label, children }: DownloadLinkProps) {
  const { frame, toast } = useHost()
  const fetchFile = (event: MouseEvent) => {
    event.preventDefault()
    download(to).catch((error: unknown) => {
      toast('error', messageOfFault(error))
    })
  }
  return (
    <a
      className="text-link"
      href={to}
      download
      aria-label={label}
      {...(frame ? { onClick: fetchFile } : {})}
    >
      {children}
    </a>
  )
}

/** @throws Error when the server refuses it, or doesn't answer */
async function download(address: string): Promise<void> {
  const answer = await fetch(address)
  if (!answer.ok) throw new Error(errorCatalog.somethingWrong)
  const name = /filename="([^"]+)"/.exec(answer.headers.get('Content-Disposition') ?? '')?.[1]
  saveFile(await answer.blob(), name ?? '')
}

/** Browsers that read the object after the click need it until they have (Safari, Firefox). */
const objectUrlLifetimeMs = 60_000

/** Downloads like a link to a file. */
export function saveFile(file: Blob, name: string): void {
  const address = URL.createObjectURL(file)
  const link = document.createElement('a')
  link.href = address
  link.download = name
  link.click()
  setTimeout(() => {
    URL.revokeObjectURL(address)
  }, objectUrlLifetimeMs)
}
