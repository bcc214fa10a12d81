"""What `new`, `call`, `rename` and `move` write into books."""
