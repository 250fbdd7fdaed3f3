import { useEffect, useState } from 'react'
import { toast } from 'react-hot-toast'
import { Button } from '../../web/ui/button.tsx'
import { EmptyState } from '../../web/ui/empty-state.tsx'
import { FailureNote, LoadFailure } from '../../web/ui/failure-note.tsx'
import { PackageX } from '../../web/ui/icons.tsx'
import { Pagination } from '../../web/ui/list/pagination.tsx'
import { type Column, RowList } from '../../web/ui/list/row-list.tsx'
import { useSelection } from '../../web/ui/list/selection.tsx'
import { LoadingSkeletons } from '../../web/ui/loading-skeletons.tsx'
import { ConfirmDialog } from '../../web/ui/overlay/confirm-dialog.tsx'
import { Dialog } from '../../web/ui/overlay/dialog.tsx'
import { Menu, MenuItem } from '../../web/ui/overlay/menu.tsx'
import { Toaster } from '../../web/ui/overlay/toaster.tsx'
import { UndoOffer } from '../../web/ui/overlay/undo-offer.tsx'
import { Drawing } from '../../web/ui/pictures/drawing.tsx'
import { Progress } from '../../web/ui/progress.tsx'
import { Price } from '../../web/ui/text.tsx'
import { StateDot } from '../../web/ui/values.tsx'
import { Row } from './controls.tsx'

interface Sale {
  name: string
  state: 'Paid' | 'Late'
  total: number
}
const SALES: readonly Sale[] = [
  { name: 'Robin Hartley', state: 'Paid', total: 147.19 },
  { name: 'Samira Haddad', state: 'Late', total: 24.9 },
  { name: 'Johan Lindner', state: 'Paid', total: 1199 },
]
const COLUMNS: readonly Column<Sale>[] = [
  { text: 'Buyer', cell: ({ name }) => name, namesRow: true },
  { text: 'State', cell: ({ state }) => <StateDot tone={state === 'Paid' ? 'good' : 'danger'}>{state}</StateDot> },
  { text: 'Total', cell: ({ total }) => <Price amount={total} />, isAmount: true, inCard: 'aside' },
]
const byName = { keyOf: ({ name }: Sale) => name, nameOf: ({ name }: Sale) => name }

export function Lists() {
  const { selection } = useSelection(SALES, byName)
  return (
    <>
      <RowList
        label="Sales"
        rows={SALES}
        keyOf={byName.keyOf}
        columns={COLUMNS}
        selection={selection}
        actions={() => (
          <Button variant="quiet" size="row">
            Open
          </Button>
        )}
        failureOf={({ state }) => ({ text: state === 'Late' ? 'The carrier could not be reached.' : null })}
      />
      <Pagination label="Pages of sales" page={3} pageCount={12} hrefOf={(page) => `?page=${page}`} />
    </>
  )
}

export function Waiting() {
  return (
    <div className="grid max-w-xl gap-4">
      <LoadingSkeletons looks={['h-7 w-40', 'h-4', 'h-4 w-2/3', 'h-40 rounded-picture']} />
      <Progress label="Uploading kitchen-radio.jpg" value={0.62} />
    </div>
  )
}

export function Failures() {
  return (
    <div className="grid gap-6 sm:grid-cols-2">
      <EmptyState
        drawing={<Drawing of="bag" />}
        title="Your cart is empty"
        action={<Button variant="secondary">Browse</Button>}
      />
      <EmptyState icon={<PackageX aria-hidden />} title="No products yet" text="Add the first one." />
      <LoadFailure title="The orders could not be loaded" retrying={false} onRetry={() => {}} />
      <FailureNote text="The payment was refused." onRetry={() => {}} />
    </div>
  )
}

/** Toasts stay visible; the fragment of the address opens a dialog: `#Dialog`, `#Confirm`. */
export function Overlays() {
  const [open, setOpen] = useState(location.hash.slice(1))
  const close = () => setOpen('')
  useEffect(() => {
    const options = { duration: Number.POSITIVE_INFINITY }
    const shown = [toast.success('Item added to cart successfully!', options), toast.error('It is sold out.', options)]
    return () => {
      for (const id of shown) toast.remove(id)
    }
  }, [])
  return (
    <Row>
      <Button variant="secondary" onClick={() => setOpen('Dialog')}>
        Dialog
      </Button>
      <Button variant="secondary" onClick={() => setOpen('Confirm')}>
        Confirm
      </Button>
      <Menu label="More" trigger={<span className="px-3 py-2">Menu</span>}>
        <MenuItem onSelect={() => {}}>Rename</MenuItem>
        <MenuItem onSelect={() => {}}>Delete</MenuItem>
      </Menu>
      <UndoOffer offer={{ id: 1, text: '3 products deleted', undo: async () => {} }} seconds={3600} onEnd={() => {}} />
      <Dialog open={open === 'Dialog'} onOpenChange={close} title="Where it is" description="Last seen in Leipzig.">
        <Button onClick={close}>Track the package</Button>
      </Dialog>
      <ConfirmDialog
        open={open === 'Confirm'}
        title="Delete 3 products?"
        text="Their reviews go as well."
        confirm="Delete"
        onConfirm={close}
        onCancel={close}
      />
      <Toaster />
    </Row>
  )
}
