/** A trader's declaration with every field. */
export const FACTS = {
  is_trader: true,
  legal_name: 'Lantern Ltd',
  legal_address: '1 Quay\nPort',
  legal_phone: '+44 20 1234',
  legal_email: 'shop@lantern.example',
  register_name: 'Companies House',
  legal_number: '0123',
  certified: true,
}

/** The declarations of a trader who declares nothing else, as the form sends them. */
export const NO_FACTS = {
  is_trader: true,
  legal_name: '',
  legal_address: '',
  legal_phone: '',
  legal_email: '',
  register_name: '',
  legal_number: '',
  certified: false,
  revision: 1,
}
