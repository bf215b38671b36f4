/** True for a page that a person opens or a form that they send; scripts and programs ask for other types. */
export const wantsPage = ({ headers }: Pick<Request, 'headers'>): boolean =>
  (headers.get('accept') ?? '').includes('text/html')
